"""Superset for one person on one machine: everything in the folder SUPERSET_HOME, open to nobody else."""

import os

SECRET_KEY = os.environ["SUPERSET_SECRET_KEY"]
SQLALCHEMY_DATABASE_URI = f"sqlite:///{os.environ['SUPERSET_HOME']}/superset.db?check_same_thread=false"
# The script that signs in is no browser that another page could lead astray.
WTF_CSRF_ENABLED = False
TALISMAN_ENABLED = False
