"""``cluebot decrypto``: how codes and files are read."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("code", ["4,2,0", "４，２，０", "420", "４２０"])
def test_the_digits_of_a_code_may_be_full_width(run_cluebot, code):
    done = run_cluebot("decrypto", "encode", "--keywords", "马，河，月亮，冰", "--code", code)
    assert done.exit_code == 2
    assert "code.2 = 0" in done.errors
    assert "整数" not in done.errors


def test_a_file_is_named_by_its_path(run_cluebot, tmp_path):
    path = str(tmp_path / "none.json")
    done = run_cluebot("decrypto", "intercept", "--clues", "a,b,c", "--history", path)
    assert done.exit_code == 2
    assert "--history = /" in done.errors
