import { type DragEvent, useRef, useState } from 'react'

/** Handlers for files dropped on an element: the first and all. `over` is true while files are dragged over it. */
export function useFileDrop(onDrop: ((file: File, all: readonly File[]) => void) | undefined) {
  const [over, setOver] = useState(false)
  // Moving onto a child leaves the parent, so the elements entered and not yet left are counted.
  const depth = useRef(0)

  function settle() {
    depth.current = 0
    setOver(false)
  }

  function carriesFiles(event: DragEvent): boolean {
    return onDrop !== undefined && event.dataTransfer.types.includes('Files')
  }

  return {
    over,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!carriesFiles(event)) return
        event.preventDefault()
        depth.current += 1
        setOver(true)
      },
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDragLeave(event: DragEvent) {
        if (!carriesFiles(event)) return
        depth.current -= 1
        if (depth.current <= 0) settle()
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return
        event.preventDefault()
        settle()
        const all = Array.from(event.dataTransfer.files)
        const [file] = all
        if (file !== undefined) onDrop?.(file, all)
      },
    },
  }
}
