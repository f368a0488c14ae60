import { number } from "./calendar.js";
export const grid = number;
