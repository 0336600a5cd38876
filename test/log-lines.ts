import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import type { App } from '../src/app.js'

export type LogLine = Record<string, unknown> & { msg: string; reqId?: string }

/** Collects what an app logs from now on. */
export function captureLog(app: App) {
  const lines: LogLine[] = []
  const news = new EventEmitter()
  const write = (text: string) => {
    lines.push(JSON.parse(text) as LogLine)
    news.emit('line')
  }
  Object.assign(app.log, { level: 'info', [pino.symbols.streamSym]: { write } })
  return {
    lines,
    /** Resolves with the first line that has this message. */
    async next(msg: string): Promise<LogLine> {
      for (;;) {
        const found = lines.find(line => line.msg === msg)
        if (found) return found
        await once(news, 'line')
      }
    },
    /** Resolves with the lines of a request as soon as there is one. */
    async ofRequest(reqId: unknown, msg?: string): Promise<LogLine[]> {
      for (;;) {
        const found = lines.filter(line => line.reqId === reqId && (msg === undefined || line.msg === msg))
        if (found.length > 0) return found
        await once(news, 'line')
      }
    },
  }
}
