import { queueDemo } from '../demo/start-demo.ts'
import { openEvents } from '../platform/events/events.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { operatorLog, operatorSettings, readWords } from './operator.ts'
import { withDatabase } from './with-database.ts'

export const resetDemo: Command = {
  usage: '',
  meaning: 'make the demo products anew; the server does it, now or when it starts next',
  run: async (args) => {
    readWords(args, 'demo reset', 0)
    const settings = await operatorSettings()
    const isQueued = await withDatabase(async (db) => {
      const events = await openEvents(db, operatorLog())
      try {
        return await queueDemo({ db, jobs: createJobs(events), settings }, { onlyWhenEmpty: false })
      } finally {
        await events.close()
      }
    })
    if (!isQueued) throw new StartupError(`The tenant ${settings.defaultTenant} or its first supervisor is gone`)
    process.stdout.write('The demo products are made anew by the server, now or when it starts next\n')
  },
}
