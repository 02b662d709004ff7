import { Switch } from '@mantine/core'
import { useLanguage } from '../../../platform/messages/LanguageProvider.tsx'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useWeeklyMail } from '../mutations.ts'

/** Switches the mail that comes each Monday about the week before. */
export function WeeklyMailSwitch() {
  const text = useText()
  const { language } = useLanguage()
  const { wanted, save } = useWeeklyMail(language === 'ja' ? 'ja' : 'en')

  function change(isWanted: boolean) {
    save.mutate(isWanted, {
      onSuccess: () => toastSuccess(text(isWanted ? 'Insights.mailOn' : 'Insights.mailOff')),
      onError: () => toastFailure(text('Insights.mailFailed')),
    })
  }

  return (
    <Switch
      label={text('Insights.weeklyMail')}
      checked={wanted ?? false}
      disabled={wanted === undefined || save.isPending}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
