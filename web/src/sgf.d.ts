/** Records are bundled as text. */
declare module '*.sgf' {
  const text: string;
  export default text;
}
