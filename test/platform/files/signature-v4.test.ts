import t from 'tap'
import { days, minutes } from '../../../src/lib/quantities.js'
import { refusalOf, type Signed } from './signature-v4.js'

// The examples of the documentation of S3.
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const then = new Date('2013-05-24T00:00:00Z')
const later = (time: number) => new Date(then.getTime() + time)
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
const host = 'examplebucket.s3.amazonaws.com'
const body = Buffer.alloc(0)

const query = [
  'X-Amz-Algorithm=AWS4-HMAC-SHA256',
  `X-Amz-Credential=${encodeURIComponent(scope)}`,
  'X-Amz-Date=20130524T000000Z',
  'X-Amz-Expires=86400',
  'X-Amz-SignedHeaders=host',
  'X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
].join('&')
const byUrl: Signed = { method: 'GET', url: `/test.txt?${query}`, headers: { host }, body }

const byHeaders: Signed = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host,
    range: 'bytes=0-9',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization:
      `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,` +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  body,
}

t.test('accepts the signatures of the documentation until they expire', async t => {
  t.equal(refusalOf(byUrl, credentials, then), undefined)
  t.equal(refusalOf(byUrl, credentials, later(1 * days)), undefined)
  t.equal(refusalOf(byUrl, credentials, later(1 * days + 1)), 'RequestExpired')
  t.equal(refusalOf(byHeaders, credentials, then), undefined)
  t.equal(refusalOf(byHeaders, credentials, later(16 * minutes)), 'RequestExpired')
})

t.test('rejects the signatures of the documentation for other requests', async t => {
  const changed = (from: string, to: string) => ({ ...byUrl, url: byUrl.url.replace(from, to) })
  const withHeaders = (headers: object) => ({ ...byHeaders, headers: { ...byHeaders.headers, ...headers } })
  for (const [request, code] of [
    [{ ...byUrl, method: 'PUT' }, 'SignatureDoesNotMatch'],
    [changed('test.txt', 'text.txt'), 'SignatureDoesNotMatch'],
    [changed('Expires=86400', 'Expires=86401'), 'SignatureDoesNotMatch'],
    [changed('Expires=86400', 'Expires=604801'), 'RequestExpired'],
    [changed('us-east-1', 'us-east-2'), 'SignatureDoesNotMatch'],
    [changed('aeeed9', 'aeeed8'), 'SignatureDoesNotMatch'],
    [changed('SignedHeaders=host', 'SignedHeaders='), 'SignatureDoesNotMatch'],
    [changed('Date=20130524T', 'Date=20130525T'), 'AuthorizationHeaderMalformed'],
    [changed('AKIA', 'BKIA'), 'InvalidAccessKeyId'],
    [changed('?', '?response-content-type=text/html&'), 'SignatureDoesNotMatch'],
    [changed('X-Amz-Algorithm', 'X-Algorithm'), 'AccessDenied'],
    [withHeaders({ host: 'elsewhere' }), 'SignatureDoesNotMatch'],
    [withHeaders({ range: 'bytes=0-10' }), 'SignatureDoesNotMatch'],
    [{ ...byHeaders, body: Buffer.from('x') }, 'XAmzContentSHA256Mismatch'],
    [withHeaders({ authorization: undefined }), 'AccessDenied'],
  ] as const)
    t.equal(refusalOf(request, credentials, then), code)
  t.equal(refusalOf(byUrl, { ...credentials, secretAccessKey: 'another' }, then), 'SignatureDoesNotMatch')
})
