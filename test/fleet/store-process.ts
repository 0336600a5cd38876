/** The S3-compatible test server as a process with persistent objects. Arguments: port, folder, buckets. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { s3Server, type Stored } from '../platform/files/s3-server.js'

const [port, folder = '', ...buckets] = process.argv.slice(2)

/** Stores each object as a file named by its hexadecimal name: type, line feed, content. */
class ObjectsOnDisk extends Map<string, Stored> {
  constructor() {
    super()
    mkdirSync(folder, { recursive: true })
    for (const file of readdirSync(folder).filter(name => !name.endsWith('.part'))) {
      const bytes = readFileSync(join(folder, file))
      const end = bytes.indexOf('\n')
      const [type, content] = [bytes.toString('utf8', 0, end), bytes.subarray(end + 1)]
      super.set(Buffer.from(file, 'hex').toString(), { type, content })
    }
  }

  override set(name: string, stored: Stored): this {
    const file = this.#file(name)
    writeFileSync(`${file}.part`, Buffer.concat([Buffer.from(`${stored.type}\n`), stored.content]))
    renameSync(`${file}.part`, file)
    return super.set(name, stored)
  }

  override delete(name: string): boolean {
    rmSync(this.#file(name), { force: true })
    return super.delete(name)
  }

  #file = (name: string) => join(folder, Buffer.from(name).toString('hex'))
}

await s3Server({ teardown: () => undefined }, buckets, { objects: new ObjectsOnDisk(), port: Number(port) })
