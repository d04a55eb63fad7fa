/** Has the browser save bytes as a file. */
export const saveFile = (name: string, bytes: Blob): void => {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
