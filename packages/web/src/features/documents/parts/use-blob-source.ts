import { useCallback } from 'react'

/** A `ref` for a picture or frame: shows a blob as the given type. `view` is a fragment for the PDF viewer. */
export function useBlobSource(content: Blob | undefined, type: string, view = '') {
  return useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (element === null || content === undefined) return undefined
      const url = URL.createObjectURL(new Blob([content], { type }))
      element.src = url + view
      return () => URL.revokeObjectURL(url)
    },
    [content, type, view],
  )
}
