import { number } from "./calendar.js";
import { grid } from './grid.js';
document.title = `${number} ${grid}`;
