/** A file with the path of its dropped folder, such as `2026/May`. */
export interface DroppedFile {
  readonly file: File
  readonly path: string
}

/** All dropped files, including those in subfolders. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  // The browser clears the list after the event, so the entries are read before the first await.
  const entries = Array.from(transfer.items).flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return Array.from(transfer.files, (file) => ({ file, path: '' }))
  const found: DroppedFile[] = []
  for (const entry of entries) await collect(entry, '', found)
  return found
}

/** The files of a chosen folder. */
export function chosenFiles(files: readonly File[]): DroppedFile[] {
  return files.map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
}

async function collect(entry: FileSystemEntry, path: string, found: DroppedFile[]): Promise<void> {
  if (isFile(entry)) {
    found.push({ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), path })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const below = path === '' ? entry.name : `${path}/${entry.name}`
  for (;;) {
    // A folder is read in chunks; an empty chunk is the last.
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (piece.length === 0) return
    for (const each of piece) await collect(each, below, found)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
