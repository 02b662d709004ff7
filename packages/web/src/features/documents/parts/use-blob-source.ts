import { useCallback } from 'react'

/** For the `ref` of a picture or frame: shows content that the page holds, as exactly the given type. */
export function useBlobSource(content: Blob | undefined, type: string) {
  return useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (element === null || content === undefined) return undefined
      const url = URL.createObjectURL(new Blob([content], { type }))
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content, type],
  )
}
