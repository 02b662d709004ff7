import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { openFolderStore } from '../../src/platform/files/folder-store.ts'
import { openS3Store } from '../../src/platform/files/s3-store.ts'

export interface TestStore {
  readonly store: FileStore
  readonly close: () => Promise<void>
}

/** The kinds of file store, each with nothing in it: a folder, and a bucket on a server that speaks the S3 protocol. */
export const testStores: Readonly<Record<'folder' | 's3', () => Promise<TestStore>>> = {
  folder: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-files-'))
    return { store: await openFolderStore(folder), close: () => rm(folder, { recursive: true, force: true }) }
  },
  s3: async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'sheetwright-s3-'))
    const configureBuckets = [{ name: 'sheetwright' }]
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
    const { port } = await server.run()
    const store = openS3Store({
      bucket: 'sheetwright',
      prefix: 'installation',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    })
    const close = async () => {
      await store.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    }
    return { store, close }
  },
}
