import { SingleBar } from 'cli-progress'

const linesInAll = 4

export interface Progress {
  step(): void
  end(): void
}

/** How far something is, on the standard error: a bar on a terminal, a few plain lines in a log. */
export function showProgress(what: string, total: number): Progress {
  return process.stderr.isTTY ? bar(what, total) : lines(what, total)
}

function bar(what: string, total: number): Progress {
  const shown = new SingleBar({
    format: `${what} {bar} {value}/{total}`,
    barCompleteChar: '#',
    barIncompleteChar: '-',
  })
  shown.start(total, 0)
  return { step: () => shown.increment(), end: () => shown.stop() }
}

function lines(what: string, total: number): Progress {
  const interval = Math.ceil(total / linesInAll)
  let done = 0
  return {
    step() {
      done++
      if (done % interval === 0 || done === total) process.stderr.write(`${what} ${done}/${total}\n`)
    },
    end() {},
  }
}
