import { SingleBar } from 'cli-progress'

const totalLines = 4

interface Progress {
  step(): void
  end(): void
}

/** Prints a line on standard error. */
export const printProgress = (message: string): void => void process.stderr.write(`${message}\n`)

/** Shows progress on standard error: as a bar on a terminal, otherwise as a few lines. */
export function showProgress(label: string, total: number): Progress {
  return process.stderr.isTTY ? progressBar(label, total) : progressLines(label, total)
}

function progressBar(label: string, total: number): Progress {
  const bar = new SingleBar({
    format: `${label} {bar} {value}/{total}`,
    barCompleteChar: '#',
    barIncompleteChar: '-',
  })
  bar.start(total, 0)
  return { step: () => bar.increment(), end: () => bar.stop() }
}

function progressLines(label: string, total: number): Progress {
  const interval = Math.ceil(total / totalLines)
  let done = 0
  return {
    step() {
      done++
      if (done % interval === 0 || done === total) process.stderr.write(`${label} ${done}/${total}\n`)
    },
    end() {},
  }
}
