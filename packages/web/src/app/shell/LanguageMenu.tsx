import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useLanguage } from '../../platform/messages/LanguageProvider.tsx'
import { isLanguage, languageNames, languages } from '../../platform/messages/language.ts'
import { useText } from '../../platform/messages/use-text.ts'

export function LanguageMenu() {
  const text = useText()
  const { language, choose } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Tooltip label={text('LanguageMenu.label')}>
        <Menu.Target>
          <ActionIcon aria-label={text('LanguageMenu.label')}>
            <IconLanguage className="large" />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.RadioGroup value={language} onChange={(one) => isLanguage(one) && void choose(one)}>
          {languages.map((one) => (
            <Menu.RadioItem key={one} value={one} lang={one} closeMenuOnClick>
              {languageNames[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
