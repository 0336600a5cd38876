import { loadConfig, readEnvironment, type Config } from '../../config.js'
import { pluralize } from '../../lib/plural.js'
import { checkAddresses } from './addresses.js'
import { checkDatabase } from './database.js'
import { ok, runCheck, toFindings, type Check, type Finding } from './finding.js'
import { checkDataFolders, checkNode, checkPort } from './machine.js'
import { checkMail } from './mail.js'
import { checkRedis } from './redis.js'
import { checkStorage } from './storage.js'
import { checkTokenKeys } from './token-keys.js'

/** Checks the settings and everything that they refer to, and prints a line for each finding. */
export async function doctor(): Promise<string> {
  const findings = [...checkNode(), ...(await checkConfiguration())]
  const failures = findings.filter(({ status }) => status === 'failed').length
  const warnings = findings.filter(({ status }) => status === 'warning').length
  for (const { status, text } of findings) process.stdout.write(`${status.padEnd(8)} ${text}\n`)
  if (failures > 0) process.exitCode = 1
  if (failures + warnings === 0) return '\nThe service can start.'
  if (failures === 0) return `\n${pluralize(warnings, 'warning')}. The service can start.`
  return `\n${pluralize(failures, 'check')} failed. Correct the problems, then run doctor again.`
}

async function checkConfiguration(): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig(readEnvironment())
  } catch (error) {
    return toFindings('Settings', error)
  }
  const found = await Promise.all(checksOf(config).map(runCheck))
  return [ok(`Settings: valid, NODE_ENV is ${config.NODE_ENV}`), ...found.flat()]
}

/** Excludes the checks of what is not configured. */
const checksOf = (config: Config): Check[] => [
  checkDataFolders(config),
  checkDatabase(config),
  checkTokenKeys(config),
  ...(config.REDIS_URL === undefined ? [] : [checkRedis(config.REDIS_URL)]),
  ...(config.OBJECT_STORAGE_PROVIDER === 'S3' ? [checkStorage(config)] : []),
  ...(config.SMTP_URL === undefined ? [] : [checkMail(config, config.SMTP_URL)]),
  checkPort(config),
  checkAddresses(config),
]
