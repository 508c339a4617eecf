"""The wheel duckdb-extension-rankhouse: the loadable file of this machine's platform, for any Python."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

import binary

TAGS = {
    "linux_amd64": "manylinux_2_29_x86_64",
    "linux_arm64": "manylinux_2_29_aarch64",
    "osx_amd64": "macosx_10_9_x86_64",
    "osx_arm64": "macosx_11_0_arm64",
    "windows_amd64": "win_amd64",
}
"""It links nothing but the C library, whose newest function here is the power of glibc 2.29."""


class VersionOfRankhouse(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        metadata["version"] = binary.version()


class LoadableFile(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data["tag"] = f"py3-none-{TAGS[binary.platform()]}"
        build_data["force_include"][str(binary.build())] = f"duckdb_extension_rankhouse/extensions/{binary.FILE.name}"
