/// <reference lib="webworker" />
/** Keeps the files of the app and pictures of muscles on the device, so that the app starts without a network. */

/** The files of this version, relative to the worker. The build defines them. */
declare const APP_FILES: string[]
declare const self: ServiceWorkerGlobalScope

const [shell, ...files] = APP_FILES.map(name => new URL(name, self.location.href).href)
/** The names of files contain hashes of their content, so a cache has a name of its own for each version. */
const appCache = `app ${APP_FILES.join(' ')}`
const pictureCache = 'pictures'

self.addEventListener('install', event => {
  event.waitUntil(store().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(cached(appCache, shell ?? ''))
  else if (files.includes(request.url)) event.respondWith(cached(appCache, request.url))
  else if (request.url.includes('/api/muscle-map.svg')) event.respondWith(cached(pictureCache, request.url))
})

async function store(): Promise<void> {
  const cache = await caches.open(appCache)
  // Do not take the shell from the cache of the browser: it names the files of a version.
  await cache.addAll(APP_FILES.map(name => new Request(name, { cache: 'no-cache' })))
}

async function removeOldCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter(name => name !== appCache && name !== pictureCache).map(name => caches.delete(name)),
  )
}

async function cached(name: string, url: string): Promise<Response> {
  const cache = await caches.open(name)
  const found = await cache.match(url)
  if (found) return found
  const response = await fetch(url)
  if (response.ok) await cache.put(url, response.clone())
  return response
}
