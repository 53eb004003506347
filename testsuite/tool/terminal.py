# SPDX-License-Identifier: GPL-3.0-or-later
"""terminal.py [--signal SECONDS:NUMBER] COMMAND...: runs it at a terminal of 24 lines and 70 columns, and prints what
came, then its exit status.  The signal is sent to the foreground that long after the first output."""
import os
import pty
import signal
import struct
import sys
import termios
import fcntl
import threading

arguments = sys.argv[1:]
send = None
if arguments[0] == '--signal':
    seconds, number = arguments[1].split(':')
    send, arguments = (float(seconds), int(number)), arguments[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.environ['TERM'] = 'xterm'
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 70, 0, 0))
    os.execvp(arguments[0], arguments)
signal.alarm(60) # whoever waits for a key would wait for ever
output = b''
while True:
    try:
        got = os.read(terminal, 4096)
    except OSError: # it is closed at the other end
        break
    if not got:
        break
    if not output and send:
        threading.Timer(send[0], lambda: os.killpg(pid, send[1])).start()
    output += got
_, status = os.waitpid(pid, 0)
sys.stdout.write(output.decode().replace('\r\n', '\n'))
print('status', os.waitstatus_to_exitcode(status))
