const security = '/org.openoffice.Office.Common/Security/Scripting'

/** What a document of somebody else must not do while it is turned: run macros, follow links, fetch from elsewhere. */
const chosen: readonly (readonly [path: string, name: string, value: string])[] = [
  [security, 'MacroSecurityLevel', '3'],
  [security, 'DisableMacrosExecution', 'true'],
  [security, 'BlockUntrustedRefererLinks', 'true'],
  [security, 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
]

/** The settings of the profile that every conversion starts with. */
export const profileSettings = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry">',
  ...chosen.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  ),
  '</oor:items>',
].join('\n')
