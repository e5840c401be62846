/** The languages of the page: one line for each, its code as the name. */
export { en } from './en';
export { ja } from './ja';
