import { useParams } from '@tanstack/react-router'
import { ExplorerPage } from '../../features/files/pages/ExplorerPage.tsx'
import { AdminHomePage } from './AdminHomePage.tsx'

/** The home of the administration; with a folder in the address, the file manager. */
export function ExplorerHomePage() {
  const { _splat: folder = '' }: { _splat?: string } = useParams({ strict: false })
  return folder === '' ? <AdminHomePage /> : <ExplorerPage />
}
