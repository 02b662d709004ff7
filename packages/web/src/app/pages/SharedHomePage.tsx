import { Navigate } from '@tanstack/react-router'

/** The prefix of shared products alone: the catalogue of what others share. */
export function SharedHomePage() {
  return <Navigate to="/" search={{ tab: 'shared' }} replace />
}
