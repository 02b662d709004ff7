import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  contentName,
  manifestName,
  type ProductManifest,
  productManifest,
} from '@sheetwright/contract/products/zip/manifest.ts'
import type yauzl from 'yauzl'
import { z } from 'zod'
import type { Files } from '../../../platform/files/files.ts'
import { DamagedZip, openStoredZip, type StoredZip } from '../../../platform/files/stored-zip.ts'
import { ZipAllowance } from '../../../platform/files/zip-allowance.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { contentsOf } from './collect-manifest.ts'

const maxManifestBytes = 64 * 1024 * 1024
const mostEntries = 200_000

export interface ProductZip {
  readonly manifest: ProductManifest
  /** Unpacked size of a content in the manifest. */
  readonly sizeOf: (hash: string) => number
  readonly open: (hash: string) => Promise<Readable>
}

/** Opens an uploaded zip and checks it against the limits and its own manifest before using anything in it. */
export async function openProductZip(
  files: Files,
  tenantId: string,
  { hash, size }: { hash: string; size: number },
): Promise<ProductZip> {
  const zip = await openStoredZip((range) => files.open(tenantId, hash, range), size).catch((error: unknown) =>
    refuseDamaged(error, 'The file is not a zip, or it is damaged'),
  )
  const entries = await entriesOf(zip, size)
  const entry = entries.get(manifestName)
  if (entry === undefined) throw invalidZip(`The zip holds no ${manifestName}: it is not a product that was exported`)
  if (entry.uncompressedSize > maxManifestBytes) throw invalidZip(`${manifestName} is too large`)
  const manifest = readManifest(await unpacked(zip, entry))
  for (const each of contentsOf(manifest)) {
    if (!entries.has(contentName(each)))
      throw invalidZip(`The zip lacks ${contentName(each)}, which its manifest names`)
  }
  const entryOf = (each: string) => {
    const found = entries.get(contentName(each))
    if (found === undefined) throw invalidZip(`The zip lacks ${contentName(each)}`)
    return found
  }
  return {
    manifest,
    sizeOf: (each) => entryOf(each).uncompressedSize,
    open: (each) => zip.openEntry(entryOf(each)),
  }
}

async function entriesOf(zip: StoredZip, size: number): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > mostEntries) throw invalidZip(`The zip has more than ${mostEntries} files`)
  const entries = new Map<string, yauzl.Entry>()
  const allowance = new ZipAllowance(size)
  try {
    for await (const entry of zip.entries()) {
      if (entries.has(entry.fileName)) throw invalidZip(`The zip holds ${entry.fileName} twice`)
      entries.set(entry.fileName, entry)
      allowance.take(entry.uncompressedSize)
    }
  } catch (error) {
    refuseDamaged(error, 'The zip is damaged')
  }
  return entries
}

async function unpacked(zip: StoredZip, entry: yauzl.Entry): Promise<string> {
  try {
    return (await buffer(await zip.openEntry(entry))).toString('utf8')
  } catch (error) {
    return refuseDamaged(error, `${entry.fileName} cannot be unpacked`)
  }
}

function readManifest(text: string): ProductManifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidZip(`${manifestName} is not JSON`)
  }
  const later = z.object({ formatVersion: z.int().min(3) }).safeParse(value)
  if (later.success) throw invalidZip('The zip was exported by a later version of the product')
  const parsed = productManifest.safeParse(value)
  if (parsed.success) return parsed.data
  throw new CallError(
    'INVALID_PRODUCT_ZIP',
    `${manifestName} does not say what it should`,
    parsed.error.issues.slice(0, 20).map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
  )
}

/** Throws a failure of the store as it is: the job is tried again. */
function refuseDamaged(error: unknown, message: string): never {
  throw error instanceof DamagedZip ? invalidZip(message) : error
}

function invalidZip(message: string): CallError {
  return new CallError('INVALID_PRODUCT_ZIP', message)
}
