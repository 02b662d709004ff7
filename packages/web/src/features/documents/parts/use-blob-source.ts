import { useCallback } from 'react'

/** For the `ref` of a picture or frame: shows content that the page holds, as exactly the given type. `view` is for the viewer. */
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
