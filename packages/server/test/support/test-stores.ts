import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { openFolderStore } from '../../src/platform/files/folder-store.ts'
import { openS3Store } from '../../src/platform/files/s3-store.ts'

export interface TestStore {
  readonly store: FileStore
  /** The store's SHEETWRIGHT_FILES setting, with the credentials; empty for a folder. */
  readonly environment: Readonly<Record<string, string>>
  /** Puts a foreign file among the contents. */
  readonly stray: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** The kinds of file store, each empty: a folder, and a bucket on an S3 server. */
export const testStores: Readonly<Record<'folder' | 's3', () => Promise<TestStore>>> = {
  folder: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-files-'))
    return {
      store: await openFolderStore(folder),
      environment: {},
      stray: async (name) => {
        await mkdir(path.join(folder, path.dirname(name)), { recursive: true })
        await writeFile(path.join(folder, name), 'foreign')
      },
      close: () => rm(folder, { recursive: true, force: true }),
    }
  },
  s3: async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'sheetwright-s3-'))
    const configureBuckets = [{ name: 'sheetwright' }]
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
    const { port } = await server.run()
    const place = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    }
    const store = openS3Store({ ...place, bucket: 'sheetwright', prefix: 'installation' })
    const client = new S3Client({ ...place, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' })
    const stray = async (name: string) => {
      await client.send(new PutObjectCommand({ Bucket: 'sheetwright', Key: `installation/${name}`, Body: 'foreign' }))
    }
    const close = async () => {
      await store.close()
      client.destroy()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    }
    const environment = {
      SHEETWRIGHT_FILES: `s3://sheetwright/installation?endpoint=${encodeURIComponent(place.endpoint)}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    }
    return { store, environment, stray, close }
  },
}
