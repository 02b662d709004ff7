import { Outlet } from '@tanstack/react-router'
import { DialogHost } from '../../ui/feedback/DialogHost.tsx'

/** What stands around every page, framed or not. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <DialogHost />
    </>
  )
}
