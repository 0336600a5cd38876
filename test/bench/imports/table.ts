import { gzipSync } from 'node:zlib'
import { days, MiB } from '../../../src/lib/quantities.js'

/** A file of that many sets, one workout a day, compressed in pieces: gzip members may be concatenated. */
export function packedTable(lines: number, { title = 'Day', setsAWorkout = 100 } = {}): Buffer {
  const pieces = [gzipSync('Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Notes\n')]
  for (let line = 0, text = ''; line < lines; line++) {
    const day = Math.floor(line / setsAWorkout)
    const start = new Date(Date.UTC(1990, 0, 1) + day * days).toISOString().slice(0, 19).replace('T', ' ')
    const set = line % setsAWorkout
    text += `${start},${title},1h 5m,"Exercise ${Math.floor(set / 20)}",${(set % 20) + 1},62.5,8,"a note, ""quoted"""\n`
    if (text.length < MiB && line < lines - 1) continue
    pieces.push(gzipSync(text))
    text = ''
  }
  return Buffer.concat(pieces)
}
