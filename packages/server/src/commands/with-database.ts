import { type Database, openDatabase } from '../platform/db/database.ts'
import { joinDatabaseServer } from '../platform/db/installation.ts'
import { prepareDatabase } from '../platform/db/prepare.ts'
import { operatorLog, operatorSettings } from './operator.ts'

/** Works on the database of this installation, beside a running server or on its own. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const settings = await operatorSettings()
  const log = operatorLog()
  const server = await joinDatabaseServer(settings, { log })
  try {
    const { app } = await prepareDatabase(server.owner, server.appOverride)
    const db = openDatabase(app, { log, maxConnections: 4 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await server.stop()
  }
}
