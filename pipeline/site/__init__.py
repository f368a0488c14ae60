"""The static site: what stands in it, how it is drawn, and how it is put in place.

``player/`` holds plain files that ship as they are; ``assets`` gives them names that tell versions apart, ``pages``
fills the pages that search engines and feed readers see, ``pictures`` draws what a shared link shows, ``data`` is what
the player reads, ``folder`` knows which files of a folder are a site's, and ``publish`` switches from an old site to a
new one, all or nothing.

Source   SPEC 5.
"""
