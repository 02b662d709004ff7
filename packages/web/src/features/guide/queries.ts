import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../platform/messages/LanguageProvider.tsx'
import { loadGuide } from './chapters.ts'

export function useGuide() {
  const { language } = useLanguage()
  return useQuery({ queryKey: ['guide', language], queryFn: () => loadGuide(language), staleTime: Infinity })
}
