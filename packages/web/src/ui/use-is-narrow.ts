import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is too narrow for a menu beside the page: below 900 pixels. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false }) ?? false
}
