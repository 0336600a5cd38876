import { sourceLocation } from '../../src/lib/source-maps.js'

/** Replaces all locations in compiled files by those in the sources. */
export const inSources = (text: string) =>
  text.replace(
    /((?:file:\/\/)?[\w./@-]+\.js):(\d+):(\d+)/g,
    (_, file: string, line: string, column: string) => sourceLocation(file, Number(line), Number(column)),
  )
