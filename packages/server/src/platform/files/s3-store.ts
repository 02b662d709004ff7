import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  assertContentKey,
  type ByteRange,
  type FileStore,
  isContentHash,
  MissingContentError,
  type ReceivedContent,
  type ReceiveOptions,
  type StoredContent,
  type WholeContent,
} from './file-store.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { MeasuredHash } from './measured-hash.ts'

export interface S3Settings {
  readonly bucket: string
  /** Folder inside the bucket, without leading or trailing slashes; empty for the whole bucket. */
  readonly prefix: string
  /** URL of an S3-compatible server; undefined for Amazon. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Undefined: the SDK's default sources (environment, instance role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Maximum concurrent requests of one call. */
const sentAtOnce = 16

/** Files in a bucket: `<prefix>/<tenant>/<hash>`, with uploads under `<prefix>/uploads/` until they are complete. */
export function openS3Store(settings: S3Settings): FileStore {
  const { bucket } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint && { endpoint: settings.endpoint, forcePathStyle: true }),
    ...(settings.credentials && { credentials: settings.credentials }),
    // Many S3-compatible servers store the SDK's default checksum trailers as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const inPrefix = (key: string): string => (settings.prefix ? `${settings.prefix}/${key}` : key)
  const uploads = inPrefix('uploads/')
  const keyOf = (tenantId: string, hash: string): string => {
    assertContentKey(tenantId, hash)
    return inPrefix(`${tenantId}/${hash}`)
  }
  const removeKey = async (key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  }

  async function* listKeys(prefix: string): AsyncIterable<StoredContent & { key: string }> {
    let token: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
      )
      for (const { Key: key, Size: size, LastModified: storedAt } of page.Contents ?? []) {
        if (key === undefined) continue
        yield { key, hash: key.slice(prefix.length), size: size ?? 0, storedAt: storedAt ?? new Date(0) }
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  async function abandonParts(before: Date): Promise<number> {
    const { Uploads: open = [] } = await client
      .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: uploads }))
      .catch((error: unknown) => {
        // Small S3-compatible servers do not support unfinished multipart uploads.
        if (statusOf(error) === 501) return { Uploads: [] }
        throw error
      })
    const old = open.filter((upload) => upload.Initiated !== undefined && upload.Initiated < before)
    for (const { Key, UploadId } of old) {
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    }
    return old.length
  }

  const receive = async (tenantId: string, content: Readable, options: ReceiveOptions): Promise<ReceivedContent> => {
    const upload = `${uploads}${tenantId}.${randomUUID()}`
    const measured = new MeasuredHash(options.maxBytes)
    const body = new PassThrough()
    const sending = new Upload({
      client,
      params: { Bucket: bucket, Key: upload, Body: body },
      leavePartsOnError: false,
    })
    const discard = () => removeKey(upload)
    try {
      await Promise.all([
        sending.done(),
        pipeline(content, measured, body, { ...(options.signal && { signal: options.signal }) }).catch(
          async (error: unknown) => {
            await sending.abort()
            throw error
          },
        ),
      ])
    } catch (error) {
      await discard()
      throw error
    }
    const hash = measured.digest()
    const keep = async (): Promise<void> => {
      const source = `${bucket}/${upload.split('/').map(encodeURIComponent).join('/')}`
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: keyOf(tenantId, hash), CopySource: source }))
      await discard()
    }
    return { hash, size: measured.size, keep, discard }
  }

  return {
    receive,
    receiveFile: (tenantId, file, options) => receive(tenantId, createReadStream(file), options),

    async keepAll(tenantId: string, contents: readonly WholeContent[]): Promise<void> {
      // An object appears as a whole or not at all, so it is written directly to its key.
      await mapConcurrently(contents, sentAtOnce, async ({ hash, bytes }) => {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(tenantId, hash), Body: bytes }))
      })
    },

    async open(tenantId: string, hash: string, range?: ByteRange): Promise<Readable> {
      const answer = await client
        .send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: keyOf(tenantId, hash),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        .catch((error: unknown) => {
          throw statusOf(error) === 404 ? new MissingContentError(hash) : error
        })
      return answer.Body as Readable
    },

    async size(tenantId: string, hash: string): Promise<number | undefined> {
      const head = await client
        .send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(tenantId, hash) }))
        .catch((error: unknown) => {
          if (statusOf(error) === 404) return undefined
          throw error
        })
      return head?.ContentLength
    },

    async remove(tenantId: string, hash: string): Promise<void> {
      await removeKey(keyOf(tenantId, hash))
    },

    async *list(tenantId: string): AsyncIterable<StoredContent> {
      for await (const { hash, size, storedAt } of listKeys(inPrefix(`${tenantId}/`))) {
        if (isContentHash(hash)) yield { hash, size, storedAt }
      }
    },

    async sweepUploads(before: Date): Promise<number> {
      let removed = await abandonParts(before)
      for await (const { key, storedAt } of listKeys(uploads)) {
        if (storedAt >= before) continue
        await removeKey(key)
        removed++
      }
      return removed
    },

    async close(): Promise<void> {
      client.destroy()
    },
  }
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode
}
