import { readdirSync } from 'node:fs'
import addCompletions from '@bomb.sh/tab/commander'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { version } from '../version.js'
import { run } from './run.js'

/** The exit status for an unknown command, and for missing or invalid arguments. */
const usageErrorStatus = 2

/**
 * Parses the arguments and runs the command. The module of a command is loaded when the command runs, so that a start of
 * the service does not load the others.
 */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : usageErrorStatus
  }
}

function createProgram(): Command {
  const program = new Command('fitness-training-service')
    .description('The backend of a fitness training app.')
    .version(version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print the help of a command')
    .helpCommand('help [command]', 'Print the help of a command')
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('Run `fitness-training-service help` for the commands and their options.')
    .exitOverride()
  addServiceCommands(program)
  addDataCommands(program)
  addCompletionCommands(program)
  return program
}

function addServiceCommands(program: Command): void {
  program
    .command('start')
    .description('Start the service')
    .action(async () => void (await import('../server.js')))
  program
    .command('doctor')
    .description('Check the settings, the folders and the servers that they refer to')
    .action(() => run(async () => (await import('./doctor/command.js')).doctor(), 'The checks failed'))
  program
    .command('demo')
    .description('Train as the demo account of a running service')
    .argument('[address]', 'the service (default: the address in the settings HOST and PORT)')
    .option('--pace <milliseconds>', 'pause between the steps', toMilliseconds, 300)
    .action((address: string | undefined, { pace }: { pace: number }) =>
      run(async () => (await import('./demo/command.js')).demo(address, pace), 'Demo failed'),
    )
  program
    .command('admin')
    .description('Create an administrator; asks for the password, or reads it from standard input')
    .argument('<email>', 'the e-mail address of the administrator')
    .option('--promote', 'make the existing account of the address an administrator')
    .action((email: string, { promote = false }: { promote?: boolean }) =>
      run(
        async () => (await import('./create-admin/command.js')).createAdmin(email, promote),
        'Creating the administrator failed',
      ),
    )
}

function addDataCommands(program: Command): void {
  program
    .command('backup')
    .description('Write the embedded database, the local files and the keys to a zip archive')
    .argument('<file>', 'the archive, which must not exist')
    .action((file: string) =>
      run(async () => (await import('./backup/command.js')).backup(file), 'Backup failed'),
    )
  program
    .command('restore')
    .description('Restore an archive to an empty DATA_PATH, or to one with an interrupted restore')
    .argument('<file>', 'an archive of the command backup')
    .action((file: string) =>
      run(async () => (await import('./restore/command.js')).restore(file), 'Restore failed'),
    )
  program
    .command('move')
    .description('Copy the embedded database to an empty MongoDB database; stop the service first')
    .argument('<uri>', 'the connection string of MongoDB')
    .option('--discard-unfinished', 'delete the incomplete copy of an interrupted move, and start over')
    .action((uri: string, { discardUnfinished = false }: { discardUnfinished?: boolean }) =>
      run(async () => (await import('./move/command.js')).move(uri, discardUnfinished), 'Move failed'),
    )
  program
    .command('migrate')
    .description('Create missing indexes and migrate the database, as a start does')
    .action(() =>
      run(async () => (await import('./migrate/command.js')).migrateDatabase(), 'Migration failed'),
    )
  program
    .command('rebuild')
    .description('Derive the statistics of all users again; the service can keep running')
    .action(() => run(async () => (await import('./rebuild/command.js')).rebuild(), 'Rebuild failed'))
  program
    .command('import-exercises')
    .description('Import a JSON file in the format of free-exercise-db')
    .argument('<file>', 'the JSON file')
    .action((file: string) =>
      run(async () => (await import('./import-exercises/command.js')).importExercises(file), 'Import failed'),
    )
}

/** Adds the command that prints the script of a shell, and a hidden one that the script calls at each TAB. */
function addCompletionCommands(program: Command): void {
  const completions = addCompletions(program, { completionCommandName: 'completions' })
  for (const [command, ending] of [
    ['restore', '.zip'],
    ['import-exercises', '.json'],
  ] as const)
    completions.commands.get(command)?.argument('file', complete => {
      for (const name of readdirSync('.')) if (name.endsWith(ending)) complete(name, '')
    })
}

function toMilliseconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of milliseconds.')
  return Number(text)
}
