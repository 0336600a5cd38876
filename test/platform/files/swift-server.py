"""
Runs OpenStack Swift with its S3 interface, all four servers in one process: an independent store that verifies
signatures.

    /usr/bin/python3 swift-server.py FOLDER

Stores everything in FOLDER and listens on free ports. Prints the endpoint and the credentials as one line of JSON when it
is ready, and exits when its standard input closes. If it cannot run, it prints the reason and exits.
"""
import array
import json
import os
import sys

REGION = 'us-east-1'
SERVICE = {'accessKeyId': 'test:service', 'secretAccessKey': 'secret-of-the-service'}
STRANGER = {'accessKeyId': 'test:stranger', 'secretAccessKey': 'secret-of-a-stranger'}
# The number of partitions of each ring, as a power of two.
PARTITION_POWER = 2

SERVER = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
disable_fallocate = true
log_level = CRITICAL

[pipeline:main]
pipeline = {pipeline}

[app:{kind}-server]
use = egg:swift#{kind}
"""

PROXY = """
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

[filter:cache]
use = egg:swift#memcache
# No process listens on this port, so the proxy runs without memcached.
memcache_servers = 127.0.0.1:{unused_port}

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:bulk]
use = egg:swift#bulk

[filter:s3api]
use = egg:swift#s3api
location = {region}

[filter:tempauth]
use = egg:swift#tempauth
user_test_service = {service} .admin
user_test_stranger = {stranger}

[filter:slo]
use = egg:swift#slo

[filter:dlo]
use = egg:swift#dlo
"""
PIPELINE = 'catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo proxy-server'


def require_extended_attributes(folder):
    try:
        os.setxattr(folder, 'user.swift.test', b'x')
    except OSError as error:
        sys.exit('%s does not support extended attributes: %s' % (folder, error.strerror))


def write(path, text):
    with open(path, 'w') as file:
        file.write(text)
    return path


def make_ring(folder, kind, port):
    from swift.common.ring import RingData
    device = {'id': 0, 'zone': 1, 'device': 'disk', 'weight': 1.0, 'meta': '',
              'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port}
    replica = array.array('H', [0] * 2 ** PARTITION_POWER)
    RingData([replica], [device], 32 - PARTITION_POWER).save(os.path.join(folder, kind + '.ring.gz'))


def make_settings(folder, kind, unused_port):
    pipeline = PIPELINE if kind == 'proxy' else kind + '-server'
    text = SERVER.format(kind=kind, folder=folder, pipeline=pipeline)
    if kind == 'proxy':
        text += PROXY.format(unused_port=unused_port, region=REGION, service=SERVICE['secretAccessKey'],
                             stranger=STRANGER['secretAccessKey'])
    return write(os.path.join(folder, kind + '-server.conf'), text)


def exit_when_input_closes(threading):
    """Exits together with the process that started this one, even if that was killed."""
    def wait():
        while os.read(0, 4096):
            pass
        os._exit(0)
    threading.Thread(target=wait, daemon=True).start()


def serve(folder):
    try:
        import eventlet
        from eventlet import wsgi
        from swift.common import utils
        from swift.common.http_protocol import SwiftHttpProtocol
        from swift.common.wsgi import loadapp
    except ImportError as error:
        sys.exit('OpenStack Swift is not installed: %s' % error)
    require_extended_attributes(folder)
    exit_when_input_closes(eventlet.patcher.original('threading'))
    eventlet.hubs.use_hub(utils.get_hub())
    utils.eventlet_monkey_patch()

    os.mkdir(os.path.join(folder, 'disk'))
    write(os.path.join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = of-a-test\n')
    utils.set_swift_dir(folder)
    listeners = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in ('account', 'container', 'object', 'proxy')}
    ports = {kind: listener.getsockname()[1] for kind, listener in listeners.items()}
    # The socket is bound but does not listen, so that connections are refused immediately.
    unused = eventlet.green.socket.socket()
    unused.bind(('127.0.0.1', 0))
    for kind in ('account', 'container', 'object'):
        make_ring(folder, kind, ports[kind])

    servers = []
    for kind, listener in listeners.items():
        app = loadapp(make_settings(folder, kind, unused.getsockname()[1]), global_conf={'log_name': kind})
        # Swift starts its servers with these options, too: the AWS SDK expects the header ETag, not Etag.
        servers.append(eventlet.spawn(wsgi.server, listener, app, utils.NullLogger(), protocol=SwiftHttpProtocol,
                                      capitalize_response_headers=False))
    endpoint = 'http://127.0.0.1:%d' % ports['proxy']
    print(json.dumps({'endpoint': endpoint, 'region': REGION, 'service': SERVICE, 'stranger': STRANGER}), flush=True)
    for server in servers:
        server.wait()


if __name__ == '__main__':
    serve(os.path.abspath(sys.argv[1]))
