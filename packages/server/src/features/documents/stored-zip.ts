import { type OpenRange, openStoredZip } from '../../platform/files/stored-zip.ts'

/** More than any office document has. */
const mostEntries = 20_000

/** The names of the files in a zip, from its directory alone; undefined when it is not a zip. */
export async function namesInZip(open: OpenRange, size: number): Promise<Set<string> | undefined> {
  try {
    const zip = await openStoredZip(open, size)
    if (zip.entryCount > mostEntries) return undefined
    const names = new Set<string>()
    for await (const entry of zip.eachEntry()) names.add(entry.fileName)
    return names
  } catch {
    return undefined
  }
}
