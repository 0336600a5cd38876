import { readFile } from 'node:fs/promises'

/** Memory of a process in bytes. */
export interface Memory {
  /** The heap and everything else that is not backed by a file. */
  anonymous: number
  /** Mapped pages of files. */
  files: number
  resident: number
}

/** Memory of a process (Linux only); zeros if it has ended. */
export async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const valueOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024
  return { anonymous: valueOf('RssAnon'), files: valueOf('RssFile'), resident: valueOf('VmRSS') }
}

/** The ids of a process and of the processes that it has started (Linux only). */
export async function processTree(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const ids = children.split(' ').filter(id => id.trim() !== '')
  return [pid, ...(await Promise.all(ids.map(id => processTree(Number(id))))).flat()]
}
