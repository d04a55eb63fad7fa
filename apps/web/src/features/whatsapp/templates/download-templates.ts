import type { PortableTemplate } from '@recado/contracts/whatsapp/portable-templates'

/** Hands templates to the browser as a file. */
export const downloadTemplates = (templates: readonly PortableTemplate[]): void => {
  const url = URL.createObjectURL(new Blob([JSON.stringify({ templates }, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = templates.length === 1 && templates[0] ? `${templates[0].name}.json` : 'templates.json'
  link.click()
  URL.revokeObjectURL(url)
}
