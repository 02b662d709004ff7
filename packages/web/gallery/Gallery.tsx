import { Anchor, Group } from '@mantine/core'
import type { Language } from '../src/platform/messages/language.ts'
import { ControlSpecimens } from './ControlSpecimens.tsx'
import { DrawingSpecimens } from './DrawingSpecimens.tsx'
import { FeedbackSpecimens } from './FeedbackSpecimens.tsx'
import classes from './gallery.module.css'
import { PageSpecimens } from './PageSpecimens.tsx'
import { SmallSpecimens } from './SmallSpecimens.tsx'
import type { Say } from './Specimen.tsx'
import { TableSpecimens } from './TableSpecimens.tsx'

/** Every component of `ui/` in its states, for those who change one or look for one. */
export function Gallery({ language, scheme }: { language: Language; scheme: 'light' | 'dark' }) {
  const say: Say = (english, japanese) => (language === 'ja' ? japanese : english)
  const address = (otherLanguage: Language, otherScheme: string) =>
    `/gallery/?language=${otherLanguage}&scheme=${otherScheme}`
  return (
    <main className={classes['gallery']}>
      <Group justify="space-between">
        <h1>{say('Gallery', 'ギャラリー')}</h1>
        <Group>
          <Anchor href={address(language === 'ja' ? 'en' : 'ja', scheme)}>{say('日本語', 'English')}</Anchor>
          <Anchor href={address(language, scheme === 'dark' ? 'light' : 'dark')}>
            {scheme === 'dark' ? say('Light', 'ライト') : say('Dark', 'ダーク')}
          </Anchor>
        </Group>
      </Group>
      <ControlSpecimens say={say} />
      <SmallSpecimens say={say} />
      <FeedbackSpecimens say={say} />
      <PageSpecimens say={say} />
      <TableSpecimens say={say} />
      <DrawingSpecimens say={say} language={language} />
    </main>
  )
}
