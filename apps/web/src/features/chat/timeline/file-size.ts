const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in bytes in words, e.g. `1.2 MB`. */
export const fileSize = (bytes: number, language: string): string => {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  return new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1024 ** step)
}
