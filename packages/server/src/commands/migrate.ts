import { joinDatabaseServer } from '../platform/db/installation.ts'
import { prepareDatabase } from '../platform/db/prepare.ts'
import type { Command } from './command.ts'
import { operatorLog, operatorSettings, readWords } from './operator.ts'

export const migrate: Command = {
  usage: '',
  meaning: 'bring the database up to date, as a start does; processes of the release before may run',
  run: async (args) => {
    readWords(args, 'migrate', 0)
    const server = await joinDatabaseServer(await operatorSettings(), { log: operatorLog() })
    try {
      const { applied } = await prepareDatabase(server.owner, server.appOverride)
      process.stdout.write(`Applied ${applied.length} migrations\n`)
    } finally {
      await server.stop()
    }
  },
}
