import path from 'node:path'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'

/**
 * Opens the file store of the settings: `s3://bucket/prefix?region=…&endpoint=…`, or else a folder in the data folder.
 * S3 credentials come from the SDK's default sources (AWS_ACCESS_KEY_ID and so on), never from the URL.
 */
export async function openFileStore(settings: { files: string | undefined; data: string }): Promise<FileStore> {
  if (settings.files === undefined) return openFolderStore(path.join(settings.data, 'files'))
  const address = new URL(settings.files)
  return openS3Store({
    bucket: address.hostname,
    prefix: address.pathname.replace(/^\/+|\/+$/g, ''),
    endpoint: address.searchParams.get('endpoint') ?? undefined,
    region: address.searchParams.get('region') ?? 'us-east-1',
    credentials: undefined,
  })
}
