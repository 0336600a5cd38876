/** Splits a text into its lines, without spaces at their ends and without empty lines. */
export const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
