import type { Download } from '@sheetwright/contract/client.ts'
import { createContext, useContext } from 'react'

/** Running downloads. While there are any, the browser asks before closing the page. */
export interface Downloads {
  /** Fetches a file and saves it through the browser. */
  save(fetchFile: () => Promise<Download>, fallbackName: string): Promise<void>
}

export function createDownloads(page: Window): Downloads {
  const running = new Set<symbol>()

  page.addEventListener('beforeunload', (event) => {
    if (running.size > 0) event.preventDefault()
  })

  return {
    async save(fetchFile, fallbackName) {
      const download = Symbol(fallbackName)
      running.add(download)
      try {
        const { blob, fileName } = await fetchFile()
        handToBrowser(page, blob, fileName ?? fallbackName)
      } finally {
        running.delete(download)
      }
    },
  }
}

function handToBrowser(page: Window, blob: Blob, fileName: string) {
  const address = URL.createObjectURL(blob)
  const link = page.document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  page.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export const DownloadsContext = createContext<Downloads | null>(null)

export function useDownloads(): Downloads {
  const downloads = useContext(DownloadsContext)
  if (downloads === null) throw new Error('useDownloads needs a DownloadsContext')
  return downloads
}
