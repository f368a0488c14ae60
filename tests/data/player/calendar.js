export const number = 1;
