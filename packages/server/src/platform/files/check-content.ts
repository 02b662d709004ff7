import { buffer } from 'node:stream/consumers'
import { extensionOf, type UploadCategory } from '@sheetwright/contract/documents/file-types.ts'
import { CallError } from '../http/call-error.ts'
import { DamagedZip, type OpenRange, openStoredZip } from './stored-zip.ts'
import { ZipAllowance } from './zip-allowance.ts'

/** Bytes from the start that identify a file. */
const headBytes = 4096

const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const zipFile = [0x50, 0x4b, 0x03, 0x04]

/** Folder of the parts of each kind of office document in its zip. */
const folders = { Excel: 'xl/', Doc: 'word/', PPT: 'ppt/' } as const

const formatsBefore2007: ReadonlySet<string> = new Set(['.xls', '.doc', '.ppt', '.pot', '.pps'])

/** More than any office document has. */
const mostParts = 20_000

const harmlessBytes = 32 * 1024 * 1024

interface Content {
  readonly size: number
  readonly open: OpenRange
}

/**
 * Refuses a file whose content does not match its extension: people trust names, and so do the applications that open
 * them after the download.
 */
export async function checkContent(fileName: string, category: UploadCategory, content: Content): Promise<void> {
  if (content.size > 0 && (await looksRight(extensionOf(fileName), category, content))) return
  throw new CallError('INVALID_FILE_TYPE', `The content of "${fileName}" is not what its name says`, [
    { field: 'body.File', message: `is not a ${extensionOf(fileName)} file`, allowed: 'content that fits the name' },
  ])
}

async function looksRight(extension: string, category: UploadCategory, content: Content): Promise<boolean> {
  const head = await buffer(await content.open({ start: 0, end: Math.min(headBytes, content.size) - 1 }))
  if (category === 'Image') return isPicture(head, extension)
  if (category === 'PDF') return head.subarray(0, 1024).includes('%PDF-')
  if (category === 'Html') return isMarkup(head)
  if (starts(head, compoundFile)) return true
  return !formatsBefore2007.has(extension) && starts(head, zipFile) && isPackage(content, folders[category])
}

/** Reads only the directory of the zip. Refuses a zip bomb of any type. */
async function isPackage({ open, size }: Content, folder: string): Promise<boolean> {
  const names = new Set<string>()
  try {
    const zip = await openStoredZip(open, size)
    if (zip.entryCount > mostParts) return false
    const allowance = new ZipAllowance(size, harmlessBytes)
    for await (const entry of zip.entries()) {
      allowance.take(entry.uncompressedSize)
      names.add(entry.fileName)
    }
  } catch (error) {
    if (error instanceof DamagedZip) return false
    throw error
  }
  return names.has('[Content_Types].xml') && names.values().some((name) => name.startsWith(folder))
}

function isPicture(head: Buffer, extension: string): boolean {
  if (extension === '.png') return starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  if (extension === '.gif') return /^GIF8[79]a/.test(head.toString('latin1', 0, 6))
  if (extension === '.tiff') return starts(head, [0x49, 0x49, 0x2a, 0]) || starts(head, [0x4d, 0x4d, 0, 0x2a])
  return starts(head, [0xff, 0xd8, 0xff])
}

/** Text that begins with a tag, in UTF-8 or in UTF-16 with its byte order mark. */
function isMarkup(head: Buffer): boolean {
  const wide = starts(head, [0xff, 0xfe]) ? 'utf-16le' : starts(head, [0xfe, 0xff]) ? 'utf-16be' : undefined
  const text = new TextDecoder(wide ?? 'utf-8').decode(head)
  return text.trimStart().startsWith('<') && !text.includes('\0')
}

function starts(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}
