import { sourceLocation } from '../../src/lib/source-maps.js'

/** A text that names places in the sources instead of compiled files, wherever in it they stand. */
export const inSources = (text: string) =>
  text.replace(
    /((?:file:\/\/)?[\w./@-]+\.js):(\d+):(\d+)/g,
    (_, file: string, line: string, column: string) => sourceLocation(file, Number(line), Number(column)),
  )
