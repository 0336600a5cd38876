/**
 * Returns the address of a file of the service for this page, which may have been opened with another host name than that
 * of the public URL. The content security policy permits this host only.
 */
export function localPath(url: string): string {
  const { pathname, search } = new URL(url)
  return `../${pathname.slice(pathname.indexOf('/api/') + 1)}${search}`
}
