import { createDocument } from '@sheetwright/contract/documents/create-document.ts'
import { documentBytes } from '@sheetwright/contract/documents/document.ts'
import { accepts, categoryOf, extensionsFor } from '@sheetwright/contract/documents/file-types.ts'
import type { Section } from '@sheetwright/contract/documents/section.ts'
import { useRef, useState } from 'react'
import { useApi } from '../../platform/api/use-api.ts'
import { errorText } from '../../platform/messages/error-text.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useRefreshDocuments } from './mutations.ts'
import { compressImage } from './compress-image.ts'

/** An upload into a section. */
export interface Upload {
  readonly id: string
  readonly file: File
  readonly section: Section
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  /** Percent of the file that has been sent. */
  readonly progress: number
  /** Why it failed. */
  readonly problem?: string
  /** It was never sent, because it cannot succeed. */
  readonly refused?: true
}

export interface Uploads {
  readonly list: readonly Upload[]
  readonly busy: boolean
  add(section: Section, files: readonly File[]): void
  retry(upload: Upload): void
  dismiss(upload: Upload): void
}

/** How long a finished upload stays listed. */
const doneMillis = 4000

/** Sends files one by one; each can fail without the others. Files that cannot succeed are not sent at all. */
export function useUploads(product: string): Uploads {
  const text = useText()
  const api = useApi()
  const refresh = useRefreshDocuments()
  const [list, setList] = useState<readonly Upload[]>([])
  const turn = useRef<Promise<void>>(Promise.resolve())

  function change(id: string, part: Partial<Upload>) {
    setList((current) => current.map((each) => (each.id === id ? { ...each, ...part } : each)))
  }

  async function send({ id, section, file }: Upload) {
    change(id, { state: 'sending', progress: 0 })
    try {
      await api.call(createDocument, {
        params: { product },
        body: { DocumentType: section.id },
        files: { File: await compressImage(file) },
        onUploadProgress: (progress) => change(id, { progress }),
      })
      change(id, { state: 'done', progress: 100 })
      await refresh()
      window.setTimeout(() => dismiss(id), doneMillis)
    } catch (error) {
      change(id, { state: 'failed', problem: errorText(text, error) })
    }
  }

  function dismiss(id: string) {
    setList((current) => current.filter((each) => each.id !== id))
  }

  function queue(upload: Upload) {
    turn.current = turn.current.then(() => send(upload))
  }

  function problemWith(section: Section, file: File): string | undefined {
    const category = categoryOf(file.name)
    if (category === undefined || !accepts(section.fileTypes, category)) {
      return text('Upload.wrongType', { extensions: extensionsFor(section.fileTypes).join(' ') })
    }
    return file.size > documentBytes ? text('Error.FILE_SIZE_LIMIT_EXCEEDED') : undefined
  }

  return {
    list,
    busy: list.some(({ state }) => state === 'waiting' || state === 'sending'),
    add(section, files) {
      const added = files.map((file): Upload => {
        const problem = problemWith(section, file)
        const made = { id: crypto.randomUUID(), file, section, progress: 0 }
        return problem === undefined
          ? { ...made, state: 'waiting' }
          : { ...made, state: 'failed', problem, refused: true }
      })
      setList((current) => [...current, ...added])
      for (const upload of added) if (upload.state === 'waiting') queue(upload)
    },
    retry(upload) {
      change(upload.id, { state: 'waiting', progress: 0 })
      queue(upload)
    },
    dismiss: ({ id }) => dismiss(id),
  }
}
