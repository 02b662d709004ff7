import path from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/** Memory limit of the database; more spills to the folder. */
const memoryLimit = '384MB'

/** A database that reads and writes files of this folder and nothing else. For child processes: it is native code. */
export async function openDatabase(folder: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    threads: '2',
    temp_directory: path.join(folder, 'spill'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  await connection.run(`SET allowed_directories = ['${folder}/']`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return connection
}
