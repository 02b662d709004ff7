/** Areas of the product that an installation or a tenant can switch off. */
export const areaFlags = [
  'ShowUsageDetails',
  'ShowSDKGenerator',
  'ShowIngeniumConfiguration',
  'ShowConfigurationFiles',
  'ShowTemplates',
  'ShowCategories',
  'ShowDataDictionary',
  'ShowInsights',
] as const

export type AreaFlag = (typeof areaFlags)[number]
