import { Outlet } from '@tanstack/react-router'
import { DialogHost } from '../../ui/feedback/DialogHost.tsx'

/** What surrounds every page, with or without header and menu. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <DialogHost />
    </>
  )
}
